import { configuredWeigher } from '../weigher.ts'

/** Prefers the current cell of a server that moves; no effect on new servers. */
export const crossCellWeigher = configuredWeigher(
  'CrossCellWeigher',
  {
    option: 'cross_cell_move_weight_multiplier',
    default: 1_000_000,
    help: 'Weight multiplier for the cell of a server that is moved: positive values prefer hosts of its current cell, negative values those of other cells.',
  },
  { weigh: ({ cellId }, { fromCell }) => (fromCell === undefined || cellId === fromCell ? 0 : -1) },
)
