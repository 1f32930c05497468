/** An object's own property. To be used wherever users choose the name: every object inherits `toString` and `constructor`. */
export const own = <Value>(things: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(things, name) ? things[name] : undefined
