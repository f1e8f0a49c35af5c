import { CODES_SENT_A_DAY, type FactorReason, FACTORS_AN_ACCOUNT, PAUSE_MINUTES } from './factors.ts'

/** The sentence of each refusal about factors; the specification has none for them. */
export const factorRefusals: Record<FactorReason, string> = {
  'session-ended': 'Your session has ended. Please sign in again.',
  'insufficient-aal': 'Please confirm with your second factor first.',
  'not-fresh': 'It is a while since you signed in. Please confirm that it is you, and try again.',
  'factor-not-found': 'There is no such factor. It may have been removed meanwhile.',
  'no-factor': 'This account has no second factor.',
  'factor-type-unknown': 'A factor is an authenticator app, a passkey or a phone.',
  'name-missing': 'Please give it a name, so that you know it again.',
  'phone-invalid':
    'Please enter the number with its country, such as +49 151 12345678: a plus sign, then 7 to 15 digits.',
  'too-many-factors': `An account can have ${FACTORS_AN_ACCOUNT} factors. Remove one that you no longer need first.`,
  'challenge-not-found': 'This was not asked of you, or something newer has replaced it. Please start again.',
  'challenge-expired': 'The time for this code is over. Please ask for a new one.',
  'challenge-used': 'This was answered already. Please start again.',
  'too-many-tries': 'That was tried too often. Please ask for a new code.',
  paused: `Too many wrong codes. Please wait ${PAUSE_MINUTES} minutes and try again.`,
  'code-wrong': 'This code is wrong. Check that the clock of your device is right, and try the next one.',
  'phone-code-wrong': 'This code is wrong. Type the one of the newest message, or ask for another.',
  'code-used': 'This code was used already. Please wait for the next one.',
  'passkey-wrong': 'This passkey could not be confirmed. Please try again.',
  'passkey-known': 'This passkey is set up already.',
  'recovery-code-wrong': 'This recovery code is wrong, or it was used already.',
  'sent-recently': 'A code was sent less than a minute ago. You can ask for another one in a minute.',
  'sent-too-often': `An account can have ${CODES_SENT_A_DAY} codes sent in a day. Please use another way to confirm.`,
  'not-sent': 'The code could not be sent. Please wait a minute and try again, or use another way.',
  'cannot-send':
    'Codes cannot be sent any more: the message service has gone. Please tell whoever runs this site.',
}

/** On phone forms where no message service is configured. */
export const codesGoToLog =
  'This site has no message service: the code is not sent, it is written to the log of the server.'
/** On passkey forms in a browser without scripts. */
export const passkeyNeedsScripts = 'A passkey needs scripts, and they are switched off in this browser.'
/** After the browser's passkey dialog was closed or failed. */
export const passkeyStopped = 'The passkey was not used: it was stopped, or this device does not have it.'

/** Toast after a new factor passed its first challenge. */
export const factorAdded = 'Second factor added'
/** Toast after a factor was removed. */
export const factorRemoved = 'Second factor removed'
/** Toast beside the new recovery codes. */
export const recoveryCodesMade = 'New recovery codes made'

/** The title of the toast if the server did not answer, by the intent of the form. */
export const factorFailures = {
  other: 'Failed to confirm',
  enrol: 'Failed to add the factor',
  challenge: 'Failed to ask for a code',
  remove: 'Failed to remove the factor',
  'recovery-codes': 'Failed to make new codes',
}
