import sharp from 'sharp'

sharp.cache(false) // one picture after another, each another one
sharp.concurrency(1)
// Nothing that a user sends reaches any other decoder, whatever the file says of itself.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })

/** With the settings of this service, which sharp keeps for the whole process. */
export { sharp }
