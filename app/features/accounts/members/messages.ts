import type { Right, Role } from '../../../shared/rights.ts'

/** The name of each role. */
export const roleNames: Record<Role, string> = {
  owner: 'Owner',
  editor: 'Editor',
  author: 'Author',
  contributor: 'Contributor',
}

/** What each right allows, for the table of rights. */
export const rightTexts: Record<Right, string> = {
  write: 'Write drafts, share them by a link, and upload pictures',
  publish: 'Publish, plan, change and take back articles',
  review: 'Review texts of others: ask for changes, and approve them',
  organise: 'Tags, authors, the library’s rules, imports and backlinks',
  promote: 'Landing pages, cities, services, the audit and search engines',
  set_up: 'Sites with their passwords, and the SEO settings',
  lead: 'People, single sign-on, webhooks and the record',
}

/** Which articles each role works on. */
export const reachTexts: Record<Role, string> = {
  owner: 'All articles and drafts of the account',
  editor: 'All articles and drafts, or those on the named sites',
  author: 'Articles and drafts that they began',
  contributor: 'Articles and drafts that they began',
}

/** The sentence for each reason why a change of an account's people was refused. */
export const memberRefusals = {
  'role-unknown': 'Please choose a role.',
  'site-unknown': 'One of the sites is not this account’s any more. Please choose again.',
  'member-gone': 'This person is not in the account any more.',
  'last-owner': 'An account has at least one owner. Offer the ownership to somebody else first.',
  'not-owner': 'You do not own this account any more.',
  'about-to-go': 'Your own account is about to be deleted. Keep it first.',
  'account-gone': 'You are not in this account any more.',
  'name-wrong': 'The name of an account has at most 80 characters.',
  'email-wrong': 'Please enter a valid email address, or none for a link to hand over.',
  'too-often': 'These were very many invitations. Please wait an hour.',
  'address-too-often': 'This address got five invitations today. Make a link, and hand it over.',
  'too-many-invitations': 'There are 50 open invitations. Please withdraw some first.',
  'invitation-gone':
    'This invitation was used, withdrawn, or is older than seven days. Please ask for another one.',
  'already-in': 'You are in this account already.',
  'by-provider':
    'Your company signed you in, and it speaks for its own account alone. Sign in with your password to join this one.',
  'not-fresh': 'It is a while since you signed in. Please enter your password, and press the button again.',
}

/** Toasts after a change. */
export const memberToasts = {
  changed: 'Role changed',
  removed: 'The person was removed, and is signed out of this account.',
  renamed: 'Name of the account saved',
  invited: 'The invitation is on its way by mail.',
  withdrawn: 'The invitation was withdrawn.',
  offered: 'The ownership is offered. It changes when the other person accepts it.',
  owned: 'You own the account now.',
  reviewRules: 'Saved',
}

/** Returns what the removal of a person does. `plans` is the number of pending plans that the person made. */
export function toRemovalText(plans: number): string {
  const text =
    'Their sessions, tokens and shared links of this account end at once. What they wrote stays, with their name.'
  if (plans === 0) return text
  return `${text} ${plans === 1 ? '1 plan' : `${plans} plans`} of theirs will be carried out. You can cancel plans in the calendar.`
}

/** The title of the toast if the server did not answer, by the intent of the form. */
export const memberFailures = {
  other: 'Failed to change the people',
  remove: 'Failed to remove the person',
  rename: 'Failed to save the name',
  invite: 'Failed to invite',
  withdraw: 'Failed to withdraw the invitation',
  offer: 'Failed to offer the ownership',
  'review-rules': 'Failed to save where a second pair of eyes is needed',
}

/** The same for the accounts of a person. */
export const accountsFailures = {
  other: 'Failed to change the account',
  leave: 'Failed to leave the account',
}

/** The title of the toast if the server did not answer to an invited person. */
export const invitationFailed = 'Failed to accept the invitation'

/** The text of the page of an invitation, above its form. */
export const invitationText = {
  /** To a person without a session. */
  signUp: 'You have no account here yet? Make one with this form. If you have one, sign in first.',
  closed: 'New accounts are closed on this site. If you have one, sign in and open this link again.',
  claimed:
    'A mail with a link is on its way. Confirm your address with it, and then open this invitation again to join.',
}

/** Returns the mail of an invitation. */
export function toInvitationMail({ account, role, path }: { account: string; role: Role; path: string }) {
  return {
    subject: `You are invited to ${account}`,
    lines: [
      `Somebody invites you to act for ${account} as ${roleNames[role].toLowerCase()}.`,
      'The link works once and for seven days. If you have an account here, you join with it.',
    ],
    link: { label: 'See the invitation', path },
    notYou: 'If you do not expect this, do nothing.',
  }
}
