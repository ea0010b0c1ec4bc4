import { CommitStatusError, EndorseError, SubmitError, type Contract } from '@hyperledger/fabric-gateway';

export class AssetLedger {
  constructor(private readonly contract: Contract) {}

  async send(asset: string, owner: string): Promise<string | undefined> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const proposal = this.contract.newProposal('TransferAsset', { arguments: [asset, owner] });
      try {
        const transaction = await proposal.endorse();
        const commit = await transaction.submit();
        const status = await commit.getStatus();
        if (status.successful) {
          return status.transactionId;
        }
      } catch (error) {
        if (error instanceof EndorseError) {
          console.warn('not endorsed', error.details);
          continue;
        }
        if (error instanceof SubmitError || error instanceof CommitStatusError) {
          console.warn('outcome unknown, once more', error.transactionId);
          continue;
        }
        return undefined;
      }
    }
    return undefined;
  }
}
