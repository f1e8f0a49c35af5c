// WordPress throws these away.
const THROWN_AWAY = /^(?:spam|trash|post-trashed)$/

/** Returns the kind of a comment of WordPress, as the report of an import names it; undefined for one that is thrown away. */
export function toCommentKind(type: string, approved: string): string | undefined {
  if (THROWN_AWAY.test(approved)) return undefined
  if (/^(?:pingback|trackback)$/.test(type)) return 'ping of another site'
  return approved === '1' ? 'comment of a reader' : 'comment of a reader (not approved)'
}
