/*
 * The assembler of the build: SPIRV-Tools as a library, as a process each for 13,000 modules takes
 * minutes.
 *
 * Each request on standard input is a line `ENVIRONMENT RULES BYTES` and as many bytes of assembly:
 * it is assembled for one target environment and validated against the rules of another. The answer
 * on standard output is a line `ok BYTES` and the module, or a line with the error. A request that
 * cannot be read ends the program with status 2. With --version it prints that of SPIRV-Tools.
 */
#include <spirv-tools/libspirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINE = 4096 };

static void print_refusal(spv_diagnostic diagnostic)
{
    for (const char *c = diagnostic == NULL ? "it gave no reason" : diagnostic->error; *c != '\0';
         c++) {
        putchar(*c == '\n' ? ' ' : *c);
    }
    putchar('\n');
}

static void put_module(const spv_binary module)
{
    printf("ok %zu\n", module->wordCount * sizeof *module->code);
    (void)fwrite(module->code, sizeof *module->code, module->wordCount, stdout);
}

static void make(spv_target_env environment, spv_target_env rules, const char *text, size_t bytes)
{
    spv_context assembler = spvContextCreate(environment);
    spv_context validator = spvContextCreate(rules);
    spv_binary module = NULL;
    spv_diagnostic diagnostic = NULL;
    if (spvTextToBinary(assembler, text, bytes, &module, &diagnostic) != SPV_SUCCESS) {
        printf("the assembler refused line %zu: ",
               diagnostic == NULL ? 0 : diagnostic->position.line + 1);
        print_refusal(diagnostic);
    } else if (spvValidateBinary(validator, module->code, module->wordCount, &diagnostic) !=
               SPV_SUCCESS) {
        printf("the validator refused it: ");
        print_refusal(diagnostic);
    } else {
        put_module(module);
    }
    spvDiagnosticDestroy(diagnostic);
    spvBinaryDestroy(module);
    spvContextDestroy(validator);
    spvContextDestroy(assembler);
}

/* 0, or the exit status. */
static int answer(char *line)
{
    char *names[2] = {strtok(line, " "), strtok(NULL, " ")};
    const char *size = strtok(NULL, "\n");
    spv_target_env environment = SPV_ENV_UNIVERSAL_1_0;
    spv_target_env rules = SPV_ENV_UNIVERSAL_1_0;
    if (size == NULL || !spvParseTargetEnv(names[0], &environment) ||
        !spvParseTargetEnv(names[1], &rules)) {
        return 2;
    }
    size_t bytes = strtoul(size, NULL, 10);
    char *text = malloc(bytes + 1);
    int status = text == NULL || fread(text, 1, bytes, stdin) != bytes ? 2 : 0;
    if (status == 0) {
        make(environment, rules, text, bytes);
    }
    free(text);
    return status;
}

int main(int count, char **word)
{
    char line[MAX_LINE];
    int status = 0;
    if (count == 2 && strcmp(word[1], "--version") == 0) {
        return puts(spvSoftwareVersionDetailsString()) < 0 ? 2 : 0;
    }
    while (status == 0 && fgets(line, sizeof line, stdin) != NULL) {
        status = answer(line);
        if (fflush(stdout) != 0 || ferror(stdout)) {
            status = 2;
        }
    }
    return status;
}
