import { useState } from 'react'

/** The selected rows of a list. */
export interface Selection {
  /** The ids of all rows on this page, and of those that are selected. */
  ids: string[]
  selected: ReadonlySet<string>
  /** True if all rows that the filter finds are selected, on every page. */
  isEvery: boolean
  select: (ids: string[], isSelected: boolean) => void
  selectEvery: () => void
}

/** Holds the selection of a list; `ids` are the rows on this page. A row that goes away is not selected any more. */
export function useSelection(ids: string[]): Selection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [isEvery, setEvery] = useState(false)
  const select = (changed: string[], isSelected: boolean) => {
    setEvery(false)
    setPicked((before) => {
      const kept = ids.filter((id) => (isEvery || before.has(id)) && !changed.includes(id))
      return new Set(isSelected ? [...kept, ...changed] : kept)
    })
  }
  const selected = new Set(ids.filter((id) => isEvery || picked.has(id)))
  return { ids, selected, isEvery, select, selectEvery: () => setEvery(true) }
}
