interface SecurityContact {
  /** Addresses for reports (mailto, https or tel), the preferred one first. */
  contacts: string[]
  /** Https address of a page about the treatment of reports. */
  policy: string | undefined
  now: Date
}

/**
 * Returns the security.txt of a site (RFC 9116). It expires at the start of a month, six to seven months from now, so
 * the text stays the same for a month.
 */
export function toSecurityText(origin: string, { contacts, policy, now }: SecurityContact): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7))
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString()}`,
    // The RFC allows no other scheme here.
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
    ...(policy === undefined ? [] : [`Policy: ${policy}`]),
    '',
  ].join('\n')
}
