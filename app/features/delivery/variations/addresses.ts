// The texts that a reader, or a program on another site, could take for an address.
const ADDRESS = new RegExp(
  [
    String.raw`\b[a-z][a-z\d+.-]{1,30}:[\w/?#%&+~-][^\s<>"'\x60|)\]}]*`, // with a scheme
    String.raw`[^\s@<>()\[\]"']{1,64}@[^\s@<>()\[\]"']{1,255}`, // mail
    String.raw`(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]{2,}`, // an account on any service
    String.raw`[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63}){0,9}\.(?:xn--[a-z\d-]{1,59}|\p{L}{2,63})(?![\p{L}\p{N}])`, // a bare host
    String.raw`(?<![:\w])//[^\s<>"')\]]+`,
  ].join('|'),
  'giu',
)

/** Returns all addresses in a text that a reader could follow, in lower case: URLs, bare hosts, mail, accounts. */
export function findAddresses(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(?<=[a-z\d-])。(?=[a-z\d])/gi, '.')
  return (plain.match(ADDRESS) ?? []).map((address) => address.toLowerCase().replace(/[.,;:!?*_~…]+$/u, ''))
}
