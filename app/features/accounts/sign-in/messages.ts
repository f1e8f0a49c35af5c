// Only `address-taken` says that an account exists, and only on a site that sends no mail.

/** Signing up where SIGN_UP is closed. */
export const signUpClosed = 'Signing up is closed on this site.'

/** The sentence in place of the form for signing up, by who may sign up. */
export const signUpRules = {
  closed: signUpClosed,
  invited: 'A new account on this site needs an invitation. If you have one, please open the link in it.',
}
/** Signing up on a site without accounts. */
export const firstAccount = 'This is the first account: it will own the site, its name and its settings.'
/** A form needs a session that was proven within ten minutes. It asks for the password in place. */
export const passwordAgain =
  'It is a while since you signed in. Please enter your password, and press the button again.'
/** Title of the toast when signing up gets no usable answer. */
export const signUpFailed = 'Failed to create the account'
/** Title of the toast when signing in gets no usable answer. */
export const signInFailed = 'Failed to sign in'

/** The toast when signing out gets no answer. Scripts of public pages have the same words (app/site-script.js). */
export const signOutUnanswered = {
  title: 'Not signed out yet',
  description: 'The server does not answer. This tab tries again until it does; please keep it open.',
}

/** The question before signing out deletes texts that only this browser has. */
export const signOutQuestion = {
  title: 'Log out and delete unsaved text?',
  /** `names` are those of the texts; undefined before they are known. */
  toText(names: string[] | undefined): string {
    if (names?.length === 0) return 'Everything that you typed is saved now.'
    const texts = names ? `, and only this browser has: ${names.join(', ')}` : ''
    return `The server does not have all of your text${texts}. Logging out deletes it from this browser.`
  },
  button: 'Log out',
  back: 'Stay signed in',
}

/** The sentence for each reason why `refusePassword` refuses a new password. */
export const passwordRefusals = {
  'too-short': 'Please choose a password of at least 8 characters.',
  'too-long': 'Please choose a password of at most 128 characters.',
  'too-common': 'This password is one of the first that anybody would guess. Please choose another.',
}

/** The sentence for each other reason to refuse signing in or up, or a password. */
export const signInRefusals = {
  'sign-up-closed': signUpClosed,
  'sign-up-invited': signUpRules.invited,
  /** The link to the first account is expired or used, or there is an account by now. */
  'first-link-used':
    'This link was used, or is older than seven days. While there is no account, each start of the server prints a new one.',
  /** A field of signing in or up is empty (spec §5). */
  'credentials-missing': 'Please enter your email and password',
  'password-missing': 'Please enter your email and password',
  'email-missing': 'Please enter your email',
  'email-wrong': 'Please enter a valid email address.',
  'name-wrong': 'A display name has at most 80 characters and is one name: commas separate authors.',
  'paper-wrong': 'The name of a paper has at most 100 characters.',
  'address-taken': 'This address has an account already. Please sign in.',
  'credentials-wrong': 'Invalid email or password',
  /** The same on a site that sends mail. */
  'credentials-wrong-or-unconfirmed': 'Invalid email or password, or the address has not been confirmed yet.',
  /** A signed-in account entered a wrong password. */
  'password-wrong': 'That is not your current password.',
  /** A mailed link is expired, used or unknown. */
  'link-expired': 'This link has expired or has been used already. Please ask for a new one.',
}

/** The answer to asking for a link to a new password: the same for every address. */
export const resetAsked =
  'If there is an account with this address, a mail with a link is on its way to it. The link works for one hour; at most three mails are sent in an hour.'
/** The answer to asking for another confirmation link: the same for every address. */
export const confirmationAsked =
  'If an account with this address waits for confirmation, a mail with a link is on its way to it. At most three mails are sent in an hour.'
/** Replaces those answers on a site that sends no mail. */
export const noMailServer =
  'This site sends no mail. If there is an account with this address, whoever runs the site finds the message, with its link, in the server’s log.'

/** Returns the refusal of too many attempts, with the minutes to wait. */
export function tooManyAttempts(waitS: number): string {
  const minutes = Math.ceil(waitS / 60)
  return `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

/** The second line of the toast after signing up, on a site that sends mail. */
export const confirmationSent = 'Please confirm your address with the link that we have just mailed to it.'

/** The title of the toast if the server did not answer to the form for a mail with a link. */
export const linkFailed = 'Failed to send the link'
/** The same for the form of a new password. */
export const newPasswordFailed = 'Failed to save the password'
/** The same for the form that confirms an address. */
export const confirmationFailed = 'Failed to confirm the address'

/** The texts that offer the typed values of a form whose session had ended. */
export const keptForm = {
  offer: (date: string) => `You typed something here on ${date}, before you had to sign in again.`,
  restore: 'Put it back',
  discard: 'Discard it',
  homeless: 'What you typed before you had to sign in again',
}

/** The search of the desk got no answer. */
export const findFailed =
  'Articles cannot be searched at the moment: the server does not answer. Screens can still be opened.'
