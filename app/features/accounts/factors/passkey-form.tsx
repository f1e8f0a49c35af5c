import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { passkeyNeedsScripts, passkeyStopped } from './messages.ts'
import type { PasskeyOptions } from './webauthn.server.ts'

interface PasskeyFormProps {
  action: string
  factorId: string
  label: string
  /** Options for the browser; undefined until a challenge is open. */
  passkey?: PasskeyOptions | undefined
  busy: boolean
}

/**
 * The button that creates or uses a passkey. It opens a challenge first; then the browser's dialog opens automatically.
 * For browsers that require another click the button stays.
 */
export function PasskeyForm({ action, factorId, label, passkey, busy }: PasskeyFormProps) {
  return (
    <>
      <noscript>
        <p className="mb-3 text-small text-warn">{passkeyNeedsScripts}</p>
      </noscript>
      {passkey ? (
        <OpenPasskey {...{ action, factorId, label, passkey, busy }} />
      ) : (
        <Form method="post" action={action}>
          <input type="hidden" name="intent" value="challenge" />
          <input type="hidden" name="factorId" value={factorId} />
          <Button isPrimary busy={busy} busyText="One moment...">
            {label}
          </Button>
        </Form>
      )}
    </>
  )
}

type OpenPasskeyProps = PasskeyFormProps & { passkey: PasskeyOptions }

function OpenPasskey({ action, factorId, label, passkey, busy }: OpenPasskeyProps) {
  const submit = useSubmit()
  const [isOpen, setIsOpen] = useState(false)
  const [isStopped, setIsStopped] = useState(false)
  const openedFor = useRef<string>(undefined)

  async function open() {
    setIsOpen(true)
    setIsStopped(false)
    try {
      const credential = JSON.stringify(await ask(passkey))
      await submit({ intent: 'verify', factorId, credential }, { method: 'post', action })
    } catch {
      setIsStopped(true)
    }
    setIsOpen(false)
  }

  // Opens automatically once for each challenge, because the first click already asked for it.
  useEffect(() => {
    if (openedFor.current === passkey.options.challenge) return
    openedFor.current = passkey.options.challenge
    void open()
  })

  return (
    <>
      {isStopped && (
        <p role="alert" className="mb-3 text-small text-bad">
          {passkeyStopped}
        </p>
      )}
      <button
        type="button"
        className="button is-primary"
        disabled={busy || isOpen}
        onClick={() => void open()}
      >
        {isOpen || busy ? 'Follow your browser...' : label}
      </button>
    </>
  )
}

const ask = (passkey: PasskeyOptions) =>
  passkey.type === 'create'
    ? startRegistration({ optionsJSON: passkey.options })
    : startAuthentication({ optionsJSON: passkey.options })
