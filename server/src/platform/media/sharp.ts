import sharp from 'sharp'

sharp.cache(false) // one picture after another, each another one
sharp.concurrency(1)

/** With the settings of this service, which sharp keeps for the whole process. */
export { sharp }
