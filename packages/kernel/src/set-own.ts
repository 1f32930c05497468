/** Sets an own property. Plain assignment of `__proto__` would change the prototype. */
export const setOwn = <Value>(things: Record<string, Value>, name: string, value: Value): void => {
  if (name !== '__proto__') things[name] = value
  else Object.defineProperty(things, name, { value, configurable: true, enumerable: true, writable: true })
}
