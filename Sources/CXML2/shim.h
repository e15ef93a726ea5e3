// The part of libxml2 that `Traces` uses: the text reader, which walks a document node by node.
#ifndef TAILWATT_CXML2_SHIM_H
#define TAILWATT_CXML2_SHIM_H

// A libxml2 that was built with ICU shows ICU's headers, and those contradict the ICU that Foundation
// carries. The reader's functions need none of it.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/xmlreader.h>

#endif
