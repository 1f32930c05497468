/** As in Nova: the main database's address with the suffix `_cell0`. */
export const cell0Address = (address: string): string =>
  address.replace(/(\?.*)?$/, (query) => `_cell0${query}`)
