// What archives of Debian's name and tailwatt never calls, for scripts/package.
//
// Debian's libxml2 asks ICU for encodings that glibc's iconv lacks, and liblzma for files that
// libxml2 opens itself. tailwatt hands it bytes, and ICU's data are twice as large as the program.
// These functions say that there is no such encoding and no such format. SUFFIX is Debian's ICU's.
#define JOIN(name, suffix) name##suffix
#define NAMED(name, suffix) JOIN(name, suffix)
#define ICU(name) NAMED(name, SUFFIX)

enum { fileAccessError = 4, optionsError = 8, programError = 11 };

void *ICU(ucnv_open)(const char *name, int *error) {
    (void)name;
    *error = fileAccessError;
    return 0;
}

void ICU(ucnv_close)(void *converter) { (void)converter; }
void ICU(ucnv_convertEx)(void) {}
void ICU(ucnv_setFromUCallBack)(void) {}
void ICU(ucnv_setToUCallBack)(void) {}
void ICU(UCNV_FROM_U_CALLBACK_STOP)(void) {}
void ICU(UCNV_TO_U_CALLBACK_STOP)(void) {}

int lzma_auto_decoder(void) { return optionsError; }
int lzma_properties_decode(void) { return optionsError; }
int lzma_code(void) { return programError; }
void lzma_end(void) {}
