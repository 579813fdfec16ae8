"""dnsviz grok, with the options of that command. It ends with a KeyError where an answer has a record that is not in its graph, as the SOA
of a zone that is not signed (https://github.com/dnsviz/dnsviz/issues/44): such a record gets a status that says nothing."""

import sys

from dnsviz.analysis import status
from dnsviz.analysis.offline import OfflineDomainNameAnalysis
from dnsviz.commands import grok

serialize = OfflineDomainNameAnalysis._serialize_rrset_info


def serialize_known(self, rrset_info, *args, **kwargs):
    if self.response_component_status is not None:
        self.response_component_status.setdefault(rrset_info, status.RRSET_STATUS_NON_EXISTENT)
    return serialize(self, rrset_info, *args, **kwargs)


OfflineDomainNameAnalysis._serialize_rrset_info = serialize_known
grok.main(sys.argv)
