const LINK = /<a\s[^<>]*>|<\/a>/g

/** Whether readers are shown the same as before, but for so many links more: of our own sanitised HTML. */
export function isShownAlike(before: string, after: string, added: number): boolean {
  const count = (html: string) => html.match(LINK)?.length ?? 0
  return (
    before.replaceAll(LINK, '') === after.replaceAll(LINK, '') && count(after) === count(before) + 2 * added
  )
}
