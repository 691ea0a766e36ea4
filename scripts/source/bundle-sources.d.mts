export function bundleSources(folder: string): Promise<void>
export function bundleOf(file: string, folder: string): Promise<string | undefined>
