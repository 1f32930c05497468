import { configuredWeigher } from '../weigher.ts'

/** Keeps servers that move in their cell; new ones are in none. */
export const crossCellWeigher = configuredWeigher(
  'CrossCellWeigher',
  {
    option: 'cross_cell_move_weight_multiplier',
    default: 1_000_000,
    help: 'How much it counts, when a server moves, that a host is in its cell; negative prefers other cells.',
  },
  { weigh: ({ cellId }, { fromCell }) => (fromCell === undefined || cellId === fromCell ? 0 : -1) },
)
