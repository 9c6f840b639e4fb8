import { S3Client } from '@aws-sdk/client-s3';

/** How a store is reached. */
export interface S3Access {
  region: string;
  /** For an S3-compatible store other than Amazon's. */
  endpoint?: string | undefined;
  /** Undefined: the machine's credentials, such as its role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** The bucket is in the path instead of the host name, as most stores other than Amazon's require. */
  pathStyle: boolean;
}

export function s3Client({ region, endpoint, credentials, pathStyle }: S3Access): S3Client {
  return new S3Client({
    region,
    forcePathStyle: pathStyle,
    // Understood by stores other than Amazon's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
  });
}
