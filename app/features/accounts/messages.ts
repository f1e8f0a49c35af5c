/** Sentences of signing in. None of them says whether an account exists. */
export const signUpClosed = 'Signing up is closed on this site.'
export const emailAndPasswordRequired = 'Please enter your email and password'
export const emailRequired = 'Please enter your email'
export const addressTaken = 'This address has an account already. Please sign in.'
export const emailWrong = 'Please enter a valid email address.'
export const signInRefused = 'Invalid email or password'
export const signInRefusedOrUnconfirmed =
  'Invalid email or password, or the address has not been confirmed yet.'
export const confirmationRefused = 'That is not your present password.'
export const storeAway = 'The server cannot read its store at the moment. Please try again soon.'
export const signUpFailed = 'Failed to create the account'
export const signInFailed = 'Failed to sign in'
export const signInNeeded = 'Please sign in first.'
export const secondFactorNeeded = 'Please confirm with your second factor first.'

export const passwordRefusals = {
  'too-short': 'Please choose a password of at least 8 characters.',
  'too-long': 'Please choose a password of at most 128 characters.',
  'too-common': 'This password is one of the first that anybody would guess. Please choose another.',
}

export const resetAsked =
  'If there is an account with this address, a mail with a link is on its way to it. The link works for one hour; at most three mails are sent in an hour.'
export const confirmationAsked =
  'If an account with this address waits for confirmation, a mail with a link is on its way to it. At most three mails are sent in an hour.'
export const noMailServer =
  'This site sends no mail. If there is an account with this address, whoever runs the site finds the message, with its link, in the server’s log.'
export const linkExpired = 'This link has expired or has been used already. Please ask for a new one.'

/** What somebody is told who tried too often. */
export function tooManyAttempts(waitS: number): string {
  const minutes = Math.ceil(waitS / 60)
  return `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

export const confirmationSent = 'Please confirm your address with the link that we have just mailed to it.'
