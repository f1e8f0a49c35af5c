import { Form } from 'react-router'
import type { Scope } from '../../../shared/scopes.ts'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PasswordAgain } from '../../../ui/password-again.tsx'
import { AccessFields } from './server-tokens.tsx'
import { TOKEN_LIVES } from './tokens.ts'

interface DeviceViewProps {
  code: string
  /** The program that waits for the code. */
  program?: { name: string; scopes: Scope[] } | undefined
  sites: { id: string; name: string }[]
  error?: string | undefined
  /** The reason why the form asks for the password of the account, as a sentence. */
  why?: string | undefined
  /** The program that was just approved or refused. */
  done?: string | undefined
  busy: boolean
}

/** Asks for the code of a program, then whether the program may act for the person. */
export function DeviceView({ code, program, sites, error, why, done, busy }: DeviceViewProps) {
  if (done) return <p className="panel max-w-narrow">{done}</p>
  return (
    <div className="grid max-w-narrow gap-5">
      {error && <Notice>{error}</Notice>}
      {program ? <Approval {...{ code, program, sites, why, busy }} /> : <CodeForm code={code} />}
    </div>
  )
}

const CodeForm = ({ code }: { code: string }) => (
  <Form method="get" action="/device" className="panel">
    <p className="mb-4 max-w-prose text-muted">
      A program shows a code when you sign in with it. Type it here.
    </p>
    <Field
      label="Code"
      name="code"
      required
      maxLength={20}
      autoComplete="off"
      placeholder="WDJB-MJHT"
      defaultValue={code}
    />
    <Button isPrimary>Go on</Button>
  </Form>
)

type ApprovalProps = Required<Pick<DeviceViewProps, 'code' | 'sites' | 'busy'>> & {
  program: { name: string; scopes: Scope[] }
  why: string | undefined
}

const Approval = ({ code, program: { name, scopes }, sites, why, busy }: ApprovalProps) => (
  <Form method="post" action="/device" className="panel">
    <AccountField />
    <h2 className="wrap-anywhere">{`Let “${name}” act in your name?`}</h2>
    <p className="mb-4 max-w-prose text-muted">
      Allow it only if you started it yourself, just now, and it shows the code {code}. Nobody who writes or
      calls you needs this code. You can end it at any time under API access.
    </p>
    <input type="hidden" name="code" value={code} />
    <AccessFields legend="It may" {...{ scopes, sites }} typed={{ scopes }} />
    <label className="mb-1.5 block text-small font-[550]" htmlFor="days">
      It ends after
    </label>
    <select id="days" name="days" className="input mb-4">
      {TOKEN_LIVES.map((days) => (
        <option key={days} value={days}>
          {`${days} days`}
        </option>
      ))}
    </select>
    <PasswordAgain why={why} />
    <div className="flex flex-wrap gap-4">
      <Button isPrimary intent="approve" busy={busy} busyText="Allowing...">
        Allow
      </Button>
      <Button intent="refuse" busy={busy} busyText="Refusing...">
        Refuse
      </Button>
    </div>
  </Form>
)
