import type { ColumnType } from 'kysely'

/** A point in time that is now unless an insert names it. */
export type TimestampWithDefault = ColumnType<Date, Date | undefined, Date>
