import { randomBytes } from 'node:crypto'
import { readWebhookSecret } from '../app/connectors/messages/sms.server.ts'
import {
  createAccount,
  isEmail,
  makeOwner,
  toEmail,
} from '../app/features/accounts/sign-in/commands.server.ts'
import { passwordRefusals } from '../app/features/accounts/sign-in/messages.ts'
import { refusePassword } from '../app/features/accounts/sign-in/password.server.ts'
import { findSiteOwnerId, listAccounts } from '../app/features/accounts/sign-in/queries.server.ts'
import { removeAllFactors } from '../app/features/accounts/factors/commands.server.ts'
import { openStoreForTool } from '../app/platform/store/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'
import { readPiped } from './standard-input.ts'

const HELP = `
npm run user -- create EMAIL    an account; prints its password, once, or takes the one on standard input
npm run user -- owner EMAIL     makes an account the owner of the main site, whose settings its pages show
npm run user -- list            all accounts, oldest first
npm run user -- reset EMAIL     removes the second factors of somebody who has lost them, and ends their sessions
npm run user -- webhook-secret  what the receiver of SMS_WEBHOOK_URL checks signatures with

Works while the server runs. Example with a password of your own: echo 'a long password' | npm run user -- create me@example.com
`

await runCommand(HELP, async () => {
  const [action = '', email = ''] = process.argv.slice(2)
  const actions: Record<string, (email: string) => Promise<void>> = {
    create,
    owner,
    list,
    reset,
    'webhook-secret': printWebhookSecret,
  }
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act) throw new UsageError('What to do? See npm run user -- --help.')
  const store = await openStoreForTool('npm run user')
  try {
    await act(toEmail(email))
  } finally {
    await store.close()
  }
})

async function create(email: string): Promise<void> {
  if (!isEmail(email)) throw new UsageError('The account needs an e-mail address, like me@example.com.')
  const given = await readPiped()
  const password = given || randomBytes(15).toString('base64url')
  const refused = await refusePassword(password)
  if (refused) throw new UsageError(passwordRefusals[refused.reason])
  if (await createAccount({ email, password })) throw new UsageError(`There is an account ${email} already.`)
  process.stdout.write(`Created ${email}${given ? '' : ` with the password ${password}`}\n`)
}

async function owner(email: string): Promise<void> {
  if (!(await makeOwner(email))) throw new UsageError(`There is no account ${email}.`)
  process.stdout.write(`${email} owns the main site now.\n`)
}

async function reset(email: string): Promise<void> {
  if (!(await removeAllFactors(email))) throw new UsageError(`There is no account ${email}.`)
  process.stdout.write(`${email} signs in with the password alone now.\n`)
}

function printWebhookSecret(): Promise<void> {
  process.stdout.write(`${readWebhookSecret()}\n`)
  return Promise.resolve()
}

async function list(): Promise<void> {
  const accounts = await listAccounts()
  const ownerId = await findSiteOwnerId()
  if (accounts.length === 0) process.stdout.write('No accounts yet. Add one: npm run user -- create EMAIL\n')
  for (const { id, email, createdAt } of accounts)
    process.stdout.write(
      `${email}  since ${createdAt.toISOString().slice(0, 10)}${id === ownerId ? '  owner' : ''}\n`,
    )
}
