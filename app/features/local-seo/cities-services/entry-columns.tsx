import type { ReactNode } from 'react'
import { toExcerpt } from '../../../shared/text.ts'
import type { Column } from '../../../ui/list-table.tsx'
import { CATALOGUE, type Entry, type Kind } from './cities-services.ts'

/** Returns the columns of cities or services. On a phone a row is a name, with the rest below it. */
export function listEntryColumns(
  kind: Kind,
  { excerpt, showName }: { excerpt: number; showName: (entry: Entry) => ReactNode },
): Column<Entry>[] {
  const { isPlace, textLabel } = CATALOGUE[kind]
  const place: Column<Entry>[] = [
    { head: 'State', className: 'max-md:hidden', cell: ({ state }) => state },
    { head: 'Population', className: 'w-30 text-end max-md:hidden', cell: toPopulation },
  ]
  return [
    {
      head: 'Name',
      cell: (entry) => (
        <>
          {showName(entry)}
          <span className="hidden text-small text-muted max-md:block">
            {[entry.state, toPopulation(entry)].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    ...(isPlace ? place : []),
    {
      head: textLabel,
      className: isPlace ? 'ps-8 max-md:hidden' : 'max-md:hidden',
      cell: ({ text }) => <span className="text-muted">{toExcerpt(text, excerpt)}</span>,
    },
  ]
}

const toPopulation = ({ population }: Entry) => population?.toLocaleString('en-US')
