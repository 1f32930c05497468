import { isItem } from '../panel/item.ts'

/** The addresses of a server in Nova's format, which groups them by network. */
export const addressesOf = (value: unknown): readonly string[] =>
  isItem(value)
    ? Object.values(value).flatMap((list) =>
        Array.isArray(list) ? list.filter(isItem).map(({ addr }) => String(addr)) : [],
      )
    : []

/** The addresses of a port in Neutron's format. */
export const fixedIpsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(isItem).map(({ ip_address }) => String(ip_address)) : []
