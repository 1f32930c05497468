import { configuredWeigher } from '../weigher.ts'

/** Prefers the current cell of a server that moves; no effect on new servers. */
export const crossCellWeigher = configuredWeigher(
  'CrossCellWeigher',
  {
    option: 'cross_cell_move_weight_multiplier',
    default: 1_000_000,
    help: 'How much it counts, when a server moves, that a host is in its cell; negative prefers other cells.',
  },
  { weigh: ({ cellId }, { fromCell }) => (fromCell === undefined || cellId === fromCell ? 0 : -1) },
)
