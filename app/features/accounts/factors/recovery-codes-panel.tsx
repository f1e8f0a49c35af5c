import { useState } from 'react'
import styles from './factors.module.css'

/** The new recovery codes, to download or copy: they are never shown again. */
export function RecoveryCodesPanel({ codes, email }: { codes: string[]; email: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const file = `Recovery codes of ${email}\n\n${codes.join('\n')}\n`
  return (
    <section className="panel border-s-4 border-s-ok" aria-labelledby="codes" data-answer>
      <h2 id="codes">Keep your recovery codes</h2>
      <p className="max-w-prose text-muted">
        Each of them opens your account once when your factors are out of reach. They are shown only now: put
        them where you keep your passwords, or print them.
      </p>
      <ol className={styles.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="flex items-center gap-3">
        <a
          className="button"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          Download
        </a>
        <button
          type="button"
          className="button needs-scripts"
          onClick={() => void navigator.clipboard.writeText(codes.join('\n')).then(() => setIsCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </p>
    </section>
  )
}
