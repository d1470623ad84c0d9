import sharp from 'sharp'

sharp.cache(false) // no picture comes twice
sharp.concurrency(1)
// Blocks every decoder but those below, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })

/** sharp keeps these settings for the whole process. */
export { sharp }
