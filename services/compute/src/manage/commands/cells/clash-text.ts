import type { CellClash } from '../../cells/cell-clash.ts'

/** Explains a clash to the operator. */
export const clashText = ({ what, by }: CellClash): string => {
  switch (what) {
    case 'name':
      return `The name is that of another cell with uuid ${by}.\n`
    case 'address':
      return `The specified transport_url and/or database_connection combination already exists for another cell with uuid ${by}.\n`
  }
}
