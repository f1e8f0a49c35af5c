const SECRET_NAME = /SECRET|PASSPHRASE|PASSWORD|TOKEN|_KEY$|HEADERS|SERVICE_ACCOUNT/
const NO_SECRET = /_URL$|_FILE$|ACCESS_KEY_ID$/
const SECRET_PARAMETER = /pass|secret|token|key|sig|auth|cred/i
const HIDDEN = '***'

/** Returns the value of a setting as it may be shown: secrets are hidden, also within addresses. */
export function hideSecrets(name: string, value: string): string {
  if (value === '') return ''
  if (SECRET_NAME.test(name) && !NO_SECRET.test(name)) return HIDDEN
  return value.includes('://') && URL.canParse(value)
    ? hideInAddress(new URL(value), value)
    : hideInText(value)
}

function hideInAddress(url: URL, value: string): string {
  const secrets = [...url.searchParams].filter(([parameter]) => SECRET_PARAMETER.test(parameter))
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  if (!url.password && secrets.length === 0 && !(isWeb && url.username)) return value
  if (url.password) url.password = HIDDEN
  if (isWeb && url.username) url.username = HIDDEN // often a token
  for (const [parameter] of secrets) url.searchParams.set(parameter, HIDDEN)
  return url.href
}

// No whole address, and yet something between a colon and an @ may be a password.
const hideInText = (value: string) => value.replace(/:[^:@/\s]+@/g, `:${HIDDEN}@`)
