/**
 * Returns the relation of a link that leads to another site. A site vouches for the links of its owner alone: search
 * engines should not count those of other accounts.
 */
export const toLinkRel = (isByOwner: boolean): string => (isByOwner ? 'noopener' : 'ugc nofollow noopener')

// The sanitiser writes attributes in double quotes and escaped, so this is a real link.
const OUTWARD = /(<a [^<>]*href="https?:[^"<>]*") rel="noopener"/g

/** Returns our sanitised HTML in which links to other sites have the relation of links of accounts. */
export const markLinks = (html: string): string => html.replace(OUTWARD, `$1 rel="${toLinkRel(false)}"`)
