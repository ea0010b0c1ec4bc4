import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

const producer = new S3Client({});

export async function upload(Bucket: string, Key: string, parts: Buffer[]): Promise<boolean> {
  const { UploadId } = await producer.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const transaction = { Bucket, Key, UploadId };
  const Parts: { ETag?: string; PartNumber: number }[] = [];
  try {
    for (const [i, Body] of parts.entries()) {
      const PartNumber = i + 1;
      const part = new UploadPartCommand({ ...transaction, PartNumber, Body });
      const { ETag } = await producer.send(part).catch(() => producer.send(part));
      Parts.push({ ETag, PartNumber });
    }
    await producer.send(new CompleteMultipartUploadCommand({ ...transaction, MultipartUpload: { Parts } }));
    return true;
  } catch (error) {
    console.error('upload failed', error);
    await producer.send(new AbortMultipartUploadCommand(transaction));
    return false;
  }
}
