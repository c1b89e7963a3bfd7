// One call parses a file and writes its named nodes as flat records, so that
// Go walks plain memory instead of crossing into C for every node.
#ifndef GORTEX_TREESITTER_FLATTEN_H
#define GORTEX_TREESITTER_FLATTEN_H

#include <stdlib.h>
#include <time.h>
#include "api.h"
#include "arena.h"

typedef struct {
  uint16_t sym, field;
  uint32_t start, end;
  uint32_t row, col;
  uint32_t parent, next;
} frec;

typedef struct {
  frec *p;
  uint32_t n, cap;
  uint32_t error_bytes;
  uint8_t status; // 0 parsed, 1 out of time, 2 out of memory, 3 too deep (cut)
} fbuf;

typedef struct { const char *s; uint32_t len; } fsource;

static const char *f_read(void *payload, uint32_t at, TSPoint pos, uint32_t *n) {
  (void)pos;
  fsource *src = payload;
  if (at >= src->len) { *n = 0; return ""; }
  *n = src->len - at;
  return src->s + at;
}

static uint64_t f_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool f_expired(TSParseState *s) { return f_now() > *(uint64_t *)s->payload; }

#define F_DEPTH 8192

static void f_walk(TSTree *t, fbuf *b);

// Nothing of the parser or the tree outlives the call: both are the arena's.
static int f_flatten(const TSLanguage *language, farena *arena, const char *s, uint32_t len, uint32_t budget_ms, fbuf *b) {
  fsource src = {s, len};
  uint64_t deadline = f_now() + budget_ms;
  TSInput in = {&src, f_read, TSInputEncodingUTF8, NULL};
  TSParseOptions opt = {&deadline, f_expired};
  b->n = 0;
  b->error_bytes = 0;
  b->status = 0;
  f_arena = arena;
  TSParser *parser = ts_parser_new();
  ts_parser_set_language(parser, language);
  TSTree *t = ts_parser_parse_with_options(parser, NULL, in, opt);
  if (t) f_walk(t, b); else b->status = 1;
  f_arena = NULL;
  f_reset(arena);
  return t ? (int)b->n : -1;
}

static void f_walk(TSTree *t, fbuf *b) {
  TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(t));
  static __thread uint32_t stack[F_DEPTH];
  uint32_t sp = 0, parent = UINT32_MAX, error_end = 0;
  for (;;) {
    TSNode n = ts_tree_cursor_current_node(&c);
    uint32_t id = UINT32_MAX;
    TSFieldId f = ts_tree_cursor_current_field_id(&c);
    if (ts_node_is_named(n) || f || ts_node_is_missing(n)) {
      if (b->n == b->cap) {
        uint32_t cap = b->cap ? b->cap * 2 : 16384;
        frec *p = realloc(b->p, (size_t)cap * sizeof(frec));
        if (!p) { b->status = 2; break; }
        b->p = p;
        b->cap = cap;
      }
      id = b->n++;
      frec *r = &b->p[id];
      TSPoint at = ts_node_start_point(n);
      r->sym = ts_node_symbol(n);
      r->field = f;
      r->start = ts_node_start_byte(n);
      r->end = ts_node_end_byte(n);
      r->row = at.row;
      r->col = at.column;
      r->parent = parent;
      r->next = b->n;
      if (r->sym == 65535 && r->end > error_end) {
        uint32_t from = r->start > error_end ? r->start : error_end;
        b->error_bytes += r->end - from;
        error_end = r->end;
      }
    }
    if (sp < F_DEPTH && ts_tree_cursor_goto_first_child(&c)) {
      stack[sp++] = id;
      if (id != UINT32_MAX) parent = id;
      continue;
    }
    if (sp >= F_DEPTH) b->status = 3;
    while (!ts_tree_cursor_goto_next_sibling(&c)) {
      if (!ts_tree_cursor_goto_parent(&c)) goto done;
      uint32_t up = stack[--sp];
      if (up != UINT32_MAX) {
        b->p[up].next = b->n;
        parent = b->p[up].parent;
      }
    }
  }
done:;
}

#endif
