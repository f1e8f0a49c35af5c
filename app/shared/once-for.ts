/**
 * Returns a function that makes a value once for each object, and forgets it with the object. It is for objects that nobody
 * changes.
 */
export function onceFor<Data extends object, Value>(make: (data: Data) => Value): (data: Data) => Value {
  const made = new WeakMap<Data, Value>()
  return (data) => {
    const known = made.get(data)
    if (known !== undefined) return known
    const value = make(data)
    made.set(data, value)
    return value
  }
}
