import { queryOptions } from '@tanstack/react-query'
import { api, isStatus, type Task } from '../../lib/api.ts'

/** How an enhanced video compares with its source. Engines may leave any of it out. */
export interface Comparison {
  /** The result, scaled back, against the source, in dB. */
  psnr_y_db?: number
  /** Structural similarity, 0 to 1. */
  ssim?: number
  /** The result's flicker over the source's. */
  flicker_index?: number
  frames?: number
  source_frames?: number
  has_audio?: boolean
}

/** Null where there is no report. */
export const reportQuery = ({ task_id }: Task) =>
  queryOptions({
    queryKey: ['report', task_id],
    queryFn: async ({ signal }): Promise<Comparison | null> => {
      try {
        const path = { task_id }
        return read(await api.GET('/api/v1/tasks/{task_id}/report', { params: { path }, signal }))
      } catch (error) {
        if (isStatus(error, 404, 409, 410)) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

type Facts = { [fact: string]: unknown }

function read(report: Facts): Comparison {
  const quality = (report['quality'] ?? {}) as Facts
  const source = (quality['source'] ?? {}) as Facts
  const result = (quality['result'] ?? {}) as Facts
  return {
    ...numberOf('psnr_y_db', quality['psnr_y_db']),
    ...numberOf('ssim', quality['ssim']),
    ...numberOf('flicker_index', quality['flicker_index']),
    ...numberOf('frames', result['frames']),
    ...numberOf('source_frames', source['frames']),
    ...(typeof result['has_audio'] === 'boolean' && { has_audio: result['has_audio'] }),
  }
}

const numberOf = (name: keyof Comparison, value: unknown): Comparison =>
  typeof value === 'number' ? { [name]: value } : {}
