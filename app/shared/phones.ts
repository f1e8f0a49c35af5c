import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * Returns a phone number with its country in E.164; undefined for other texts, and for a number that its country cannot
 * have. A leading `00` stands for `+`. A digit that is not dialled from abroad, as in `+44 (0)7700`, is left out (E.123).
 */
export function toE164(value: string): string | undefined {
  const phone = parseInternational(value)
  return phone?.isPossible() && !phone.ext ? phone.number : undefined
}

/** Returns a phone number as it was typed; with `(0)` after the country, as it is dialled from abroad (E.123). */
export function withoutTrunkDigit(value: string): string {
  return (value.includes('(0)') && parseInternational(value)?.formatInternational()) || value
}

function parseInternational(value: string) {
  const typed = value.trim().replace(/^00/, '+')
  return typed.startsWith('+') ? parsePhoneNumberFromString(typed, { extract: false }) : undefined
}
