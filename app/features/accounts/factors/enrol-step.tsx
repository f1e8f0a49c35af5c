import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CodeForm } from './code-form.tsx'
import type { Factor } from './factors.ts'
import { PasskeyForm } from './passkey-form.tsx'
import { PhoneForm } from './phone-form.tsx'
import type { QrCode } from './qr-code.server.ts'
import type { OpenChallenge } from './queries.server.ts'
import styles from './factors.module.css'

interface TotpSetup {
  secret: string
  uri: string
  qrCode: QrCode
}

interface EnrolStepProps {
  factor: Factor
  totp?: TotpSetup | undefined
  challenge?: OpenChallenge | undefined
  canSendSms: boolean
  busy: boolean
}

/** The second step of adding a factor: setting it up, and its first challenge. */
export function EnrolStep({ factor, totp, challenge, canSendSms, busy }: EnrolStepProps) {
  const form = { action: `/account/factors?enrol=${factor.id}`, factorId: factor.id, busy }
  return (
    <section className="panel" aria-labelledby="enrol">
      <h2 id="enrol" className="wrap-anywhere">
        Set up {factor.friendlyName}
      </h2>
      {totp && (
        <TotpSetupSteps {...totp}>
          <CodeForm {...form} label="Code" submitLabel="Finish" />
        </TotpSetupSteps>
      )}
      {factor.factorType === 'webauthn' && (
        <>
          <p className="mb-4 max-w-prose text-muted">
            Your browser asks you for a fingerprint, a face, a PIN or a security key, and keeps the passkey.
          </p>
          <PasskeyForm {...form} label="Create passkey" passkey={challenge?.passkey} />
        </>
      )}
      {factor.phone !== null && (
        <PhoneForm
          {...{ ...form, canSendSms }}
          phone={factor.phone}
          isSent={challenge !== undefined}
          submitLabel="Finish"
        />
      )}
      <p className="mt-5">
        <Link className="link text-small" to="/account/factors">
          Later
        </Link>
      </p>
    </section>
  )
}

function TotpSetupSteps({ secret, uri, qrCode, children }: TotpSetup & { children: ReactNode }) {
  return (
    <ol className={styles.steps}>
      <li>
        <p>
          Open an authenticator app and scan this picture. On this device,{' '}
          <a className="link" href={uri}>
            open the app
          </a>
          .
        </p>
        <svg
          className={styles.qrCode}
          viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
          shapeRendering="crispEdges"
        >
          <title>QR code of the key below</title>
          <path d={qrCode.path} />
        </svg>
        <p className="text-small text-muted">Or type this key:</p>
        <p className={styles.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</p>
      </li>
      <li>
        <p className="mb-3">Enter the six digits that the app shows.</p>
        {children}
      </li>
    </ol>
  )
}
