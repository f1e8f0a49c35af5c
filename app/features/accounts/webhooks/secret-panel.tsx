import { Copyable } from '../../../ui/copyable.tsx'

/** A new secret, which is shown once. */
export const SecretPanel = ({ secret }: { secret: string }) => (
  <section className="panel border-s-4 border-s-ok" aria-labelledby="secret" data-answer>
    <h2 id="secret">Keep the secret</h2>
    <p className="mb-4 max-w-prose text-muted">
      It is shown only now. The receiver checks with it that a message comes from here.
    </p>
    <Copyable label="Secret" value={secret} />
  </section>
)
