/**
 * Returns the relation of a link that leads to another site. A site vouches for the links of its owner alone: search
 * engines should not count those of other accounts.
 */
export const toLinkRel = (isByOwner: boolean): string => (isByOwner ? 'noopener' : 'ugc nofollow noopener')

// Our sanitiser writes lower case and quotes, and escapes values, so no value looks like these two. Browsers read a
// scheme in any case and behind blanks; `mailto:` is the only other one. Older HTML has `rel` at the place of its author.
const OUTWARD = /(<a\b(?=[^<>]* href="(?!mailto:)[^"/?#]*:)[^<>]*) rel="noopener"/gi

/** Returns our sanitised HTML in which links to other sites have the relation of links of accounts. */
export const markLinks = (html: string): string => html.replace(OUTWARD, `$1 rel="${toLinkRel(false)}"`)
