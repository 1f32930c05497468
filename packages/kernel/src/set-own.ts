/** Gives an object a property of that name. Plain assignment of one name, `__proto__`, would change what the object is. */
export const setOwn = <Value>(things: Record<string, Value>, name: string, value: Value): void => {
  if (name !== '__proto__') things[name] = value
  else Object.defineProperty(things, name, { value, configurable: true, enumerable: true, writable: true })
}
