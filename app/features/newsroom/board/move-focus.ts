import type { KeyboardEvent } from 'react'

const STEPS: Record<string, { rows: number; columns: number }> = {
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
}

/** Moves the focus between the sites of an article with the arrow keys. The Tab key stops at the first only. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const cell = event.currentTarget.closest('td')
  const row = cell?.closest('tr')
  if (!step || !cell || !row) return
  const rows = [...(row.closest('tbody')?.rows ?? [])]
  const next =
    step.rows === 0
      ? findDot(row, cell.cellIndex + step.columns, step.columns)
      : findDot(rows[rows.indexOf(row) + step.rows], cell.cellIndex, 0)
  if (!next) return
  event.preventDefault()
  next.focus()
}

// A site without an action has no link, so the focus moves past it. The link to all sites may be out of sight.
function findDot(row: HTMLTableRowElement | undefined, index: number, step: number): HTMLElement | undefined {
  for (let at = index; row?.cells[at]; at += step) {
    const dot = row.cells[at]?.querySelector<HTMLElement>('[data-dot]')
    if (dot?.checkVisibility()) return dot
    if (step === 0) return undefined
  }
  return undefined
}
