import { env } from '../../../platform/env.server.ts'
import { type Finding, ok, warning } from '../../../platform/doctor/finding.ts'
import { hasAccounts } from './queries.server.ts'
import { findSignUpRule } from './who-signs-up.server.ts'

/** Says who may make an account. Warns if strangers may without a setting that says so, and if nobody can. */
export async function checkSignUp(): Promise<Finding> {
  const rule = await findSignUpRule()
  if (rule === 'open' && env.SIGN_UP === undefined)
    return warning(
      'SIGN_UP is not set. This store had accounts before an invitation was needed, so strangers may still sign up.',
      'Set SIGN_UP=invited, or SIGN_UP=open if strangers may publish here.',
    )
  if (rule === 'closed' && !(await hasAccounts()))
    return warning(
      'There is no account, and SIGN_UP=closed lets nobody make one.',
      'Make the first account: npm run user -- create EMAIL',
    )
  return ok(SENTENCES[rule])
}

const SENTENCES = {
  open: 'Every visitor may sign up.',
  invited: 'Only people with an invitation may sign up.',
  closed: 'Nobody may sign up. Accounts are made with npm run user.',
}
