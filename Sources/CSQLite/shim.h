// The part of SQLite that `Reports` uses: a database in memory, and its bytes.
#ifndef TAILWATT_CSQLITE_SHIM_H
#define TAILWATT_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift cannot import: the text is copied.
static inline int tailwatt_sqlite_bind_text(sqlite3_stmt *statement, int place, const char *text,
                                            int count) {
    return sqlite3_bind_text(statement, place, text, count, SQLITE_TRANSIENT);
}

#endif
