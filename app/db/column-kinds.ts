import type { ColumnType, Generated } from 'kysely'

/** A column that the database fills in unless an insert names it. */
export type Filled<T> = Generated<T>
/** A point in time that is now unless an insert names it. */
export type Moment = ColumnType<Date, Date | undefined, Date>
