import { resolve } from 'node:path'

/**
 * The project's folder. The commands name it, since the working directory may be where the person stands;
 * this code runs both from a bundle and from inside Next, so its own place tells nothing.
 */
export const projectRoot = (): string => resolve(/* turbopackIgnore: true */ process.env.CUTPOINT_ROOT ?? process.cwd())
