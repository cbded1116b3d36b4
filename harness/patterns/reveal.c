#include "patterns/reveal.h"

#include "oracle/real.h"
#include "oracle/values.h"

static const uint64_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
enum { PRIMES = sizeof primes / sizeof *primes };

static bool is_real(const struct wgc_call *call)
{
    return wgc_type_info(call->type)->value_class == WGC_FLOAT;
}

/* The bits of a number that the type has exactly. */
static unsigned bits_of(const struct wgc_call *call)
{
    const struct wgc_type_info *type = wgc_type_info(call->type);
    return is_real(call) ? type->significand : (unsigned)type->bytes * 8;
}

/* How many work-items one result can name. */
static size_t names_of(const struct wgc_call *call)
{
    const unsigned bits = bits_of(call);
    const uint64_t greatest = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    uint64_t product = 1;
    size_t count = 0;
    if (call->op != WGC_OP_mul) {
        return bits;
    }
    while (count < PRIMES && product <= greatest / primes[count]) {
        product *= primes[count++];
    }
    return count;
}

bool wgc_reveals(const struct wgc_call *call)
{
    const bool folds = call->kind == WGC_KIND_REDUCE || call->kind == WGC_KIND_SCAN_INCLUSIVE ||
                       call->kind == WGC_KIND_SCAN_EXCLUSIVE ||
                       call->kind == WGC_KIND_CLUSTERED_REDUCE;
    return folds && (call->op == WGC_OP_add || call->op == WGC_OP_mul || call->op == WGC_OP_and ||
                     call->op == WGC_OP_or || call->op == WGC_OP_xor);
}

void wgc_fill_reveal(const struct wgc_call *call, size_t turn, size_t local_id, size_t n,
                     void *value)
{
    const size_t names = names_of(call), places = n > names ? n : names;
    const size_t place = (local_id + turn) % places;
    const uint64_t number =
        call->op == WGC_OP_mul ? primes[place % PRIMES] : UINT64_C(1) << place % 64;
    /* where all names would be there in each turn, one is not: another turn has another result */
    if (place >= names || (n >= names && names > 1 && place == turn % names)) {
        wgc_oracle_identity(call->op, call->type, value);
    } else if (is_real(call)) {
        wgc_real_store(call->type, (double)number, value, 0);
    } else {
        wgc_value_store(call->op == WGC_OP_and ? ~number : number, wgc_type_info(call->type)->bytes,
                        value);
    }
}
