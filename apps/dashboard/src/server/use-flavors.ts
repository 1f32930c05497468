import { computeApi } from '@nimbo/contracts/compute/api'
import { listFlavorsInFull } from '@nimbo/contracts/compute/flavors'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { isItem, type Item } from '../panel/item.ts'

const most = 1000

/** The flavors that the project can use, smallest first. */
export const useFlavors = () =>
  useQuery({
    queryKey: ['flavor', 'choice'],
    queryFn: async () => {
      const flavors: Item[] = []
      for await (const one of clientOf(computeApi).performAll(listFlavorsInFull, most))
        if (isItem(one)) flavors.push(one)
      return flavors.toSorted((one, other) => Number(one.ram) - Number(other.ram))
    },
  })
