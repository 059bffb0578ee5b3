/** Where documents lie when they are not in the data folder: a bucket of any store that speaks S3. */

export type S3Setting = {
  readonly bucket: string
  readonly region: string
  readonly endpoint: string | undefined
  readonly pathStyle: boolean
  readonly prefix: string
}

/** What `FILES_S3_BUCKET` and its neighbours say; undefined without a bucket. A store of one's own has the bucket in the path. */
export function readS3(env: Readonly<Record<string, string | undefined>>): S3Setting | undefined {
  const bucket = env.FILES_S3_BUCKET
  if (!bucket) return undefined
  const endpoint = env.FILES_S3_ENDPOINT || undefined
  return {
    bucket,
    region: env.FILES_S3_REGION || env.AWS_REGION || 'us-east-1',
    endpoint,
    pathStyle: env.FILES_S3_PATH_STYLE
      ? env.FILES_S3_PATH_STYLE === 'true'
      : endpoint !== undefined,
    prefix: env.FILES_S3_PREFIX ?? '',
  }
}
