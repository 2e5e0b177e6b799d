import 'react-native-get-random-values';
import { ChipError, type ChipErrorCode, type MrzKey, readChip, type Transceive, uploadOf } from '@bonafide/chip-reader';
import { useState } from 'react';
import { Button, Platform, Text, View } from 'react-native';
import NfcManager, { NfcTech } from 'react-native-nfc-manager';

/** Sends a command to the chip. iOS returns the status apart from the data. */
const transceive: Transceive = async (apdu) => {
  if (Platform.OS === 'ios') {
    const { response, sw1, sw2 } = await NfcManager.sendCommandAPDUIOS([...apdu]);
    return Uint8Array.from([...response, sw1, sw2]);
  }
  return Uint8Array.from(await NfcManager.isoDepHandler.transceive([...apdu]));
};

interface Service {
  /** Address of the API with its version: `https://id.example.com/v3.6`. */
  readonly url: string;
  /** SDK token of the applicant, which your backend made. */
  readonly sdkToken: string;
}

async function post({ url, sdkToken }: Service, path: string, body?: FormData) {
  const headers = { authorization: `Bearer ${sdkToken}` };
  const response = await fetch(`${url}/${path}`, { method: 'POST', headers, ...(body && { body }) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Reads the chip with a challenge of the service, and uploads its data as a document. Returns the id of the document. */
async function readAndUpload(service: Service, key: MrzKey, onProgress: (text: string) => void): Promise<string> {
  const { data } = await post(service, 'chip_challenge');
  const challenge = Uint8Array.from(atob(data.challenge), (character) => character.charCodeAt(0));
  await NfcManager.start();
  await NfcManager.requestTechnology(NfcTech.IsoDep, { alertMessage: 'Hold the phone on your document' });
  let json: string;
  try {
    const chip = await readChip(transceive, {
      key,
      challenge,
      onProgress: ({ step, done, total }) =>
        onProgress(total > 0 ? `Reading ${step}: ${Math.round((100 * done) / total)} %` : `Reading ${step}`),
    });
    json = uploadOf(chip, data.id);
  } finally {
    await NfcManager.cancelTechnologyRequest();
  }
  const form = new FormData();
  form.append('type', 'passport');
  // React Native sends a file by its address.
  form.append('file', {
    uri: `data:application/json;base64,${btoa(json)}`,
    name: 'nfc.json',
    type: 'application/json',
  });
  return (await post(service, 'documents', form)).id;
}

const ADVICE: Readonly<Record<ChipErrorCode, string>> = {
  wrong_key: 'The chip did not accept these data. Check the document number and both dates.',
  tag_lost: 'The connection was lost. Hold the phone still on the document, and try again.',
  unsupported: "This chip can't be read. Continue with a picture of the document.",
  invalid_answer: 'The chip could not be read. Try again, or continue with a picture of the document.',
  cancelled: 'The reading was cancelled.',
};

export function PassportScreen({
  service,
  mrz,
  onDone,
}: {
  service: Service;
  mrz: MrzKey;
  onDone: (id: string) => void;
}) {
  const [text, setText] = useState('Lay the phone on your passport.');
  const read = async () => {
    try {
      onDone(await readAndUpload(service, mrz, setText));
    } catch (error) {
      setText(error instanceof ChipError ? ADVICE[error.code] : 'The upload failed. Try again.');
    }
  };
  return (
    <View>
      <Text>{text}</Text>
      <Button title="Read the chip" onPress={read} />
    </View>
  );
}
