// The part of libxml2 that `Traces` uses: the text reader, which walks a document node by node.
#ifndef TAILWATT_CXML2_SHIM_H
#define TAILWATT_CXML2_SHIM_H

// A libxml2 that was built with ICU shows ICU's headers, and those contradict the ICU that Foundation
// carries. The reader's functions need none of it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/xmlreader.h>

// What libxml2 would print itself, where it asks no handler of the reader's: nothing.
static inline void tailwatt_xml_say_nothing(void *context, const char *message, ...) {
    (void)context;
    (void)message;
}

// Before a document is read: this thread prints nothing, and has met no error.
static inline void tailwatt_xml_begin(void) {
    xmlSetGenericErrorFunc(NULL, tailwatt_xml_say_nothing);
    xmlResetLastError();
}

// Whether a document ended because its bytes are no text in the encoding that it names.
static inline int tailwatt_xml_is_encoding_wrong(void) {
    const xmlError *last = xmlGetLastError();
    return last != NULL && (last->code == XML_IO_ENCODER || last->code == XML_I18N_CONV_FAILED);
}

#endif
