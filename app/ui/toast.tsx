interface ToastProps {
  title: string
  description?: string
  tone: 'ok' | 'bad'
}

/**
 * A short message over the page, spoken by screen readers; it fades by itself unless it tells of a failure.
 * Plain HTML, so that a form sent without scripts shows it too.
 */
export function Toast({ title, description, tone }: ToastProps) {
  return (
    <div className={`toast toast-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {description && <span>{description}</span>}
    </div>
  )
}
