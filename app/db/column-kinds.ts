import type { ColumnType, Generated } from 'kysely'

/** A column that the database fills in unless a value is given. */
export type Filled<T> = Generated<T>
export type Moment = ColumnType<Date, Date | undefined, Date>
